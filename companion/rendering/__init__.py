"""Pages from templates that are compiled to Python, which server and phone run."""
