;; What stands in micropython.wasm instead of MicroPython's own; tests/micropython.py puts it there.

;; The index of a name, a qstr, of up to 255 bytes; 0 for a text that is none. MicroPython looks through all of its
;; names for each text that it makes. Here a table has the index of each at the place that its hash leads to, or
;; behind it: 16,384 places of two bytes at 110592, where the modules were that the kit does without. Behind the table
;; stand the pool of names that was the last one then, and how many names that had.
(func $33 (param $text i32) (param $length i32) (result i32)
  (local $pool i32) (local $last i32) (local $hash i32) (local $place i32) (local $found i32) (local $at i32)
  (if (i32.eqz (local.get $length)) (then (return (i32.const 1))))
  (if (i32.gt_u (local.get $length) (i32.const 255)) (then (return (i32.const 0))))
  (local.set $last (i32.load (i32.const 185156)))
  (if (i32.eqz (local.get $last)) (then (return (i32.const 0))))
  (if (i32.or
      (i32.ne (local.get $last) (i32.load (i32.const 143360)))
      (i32.ne (i32.load offset=12 (local.get $last)) (i32.load (i32.const 143364))))
    (then
      ;; A full table would have no end.
      (if (i32.gt_u
          (i32.add (i32.load offset=12 (local.get $last)) (call $first (local.get $last)))
          (i32.const 14000))
        (then (return (call $search (local.get $text) (local.get $length)))))
      (call $note (local.get $last))))
  (local.set $hash (call $31 (local.get $text) (local.get $length)))
  (local.set $place (local.get $hash))
  (loop $places
    (local.set $place (i32.and (local.get $place) (i32.const 16383)))
    (local.set $found (i32.load16_u offset=110592 (i32.shl (local.get $place) (i32.const 1))))
    (if (i32.eqz (local.get $found)) (then (return (i32.const 0))))
    (local.set $pool (local.get $last))
    (loop $pools
      (local.set $at (i32.sub (local.get $found) (call $first (local.get $pool))))
      (if (i32.lt_s (local.get $at) (i32.const 0))
        (then
          (local.set $pool (i32.load (local.get $pool)))
          (br $pools))))
    (if (i32.eq (local.get $hash) (call $hash_at (local.get $pool) (local.get $at)))
      (then
        (if (i32.eq
            (local.get $length)
            (i32.load8_u (i32.add (i32.load offset=20 (local.get $pool)) (local.get $at))))
          (then
            (if (i32.eqz
                (call $1335
                  (i32.load offset=24 (i32.add (local.get $pool) (i32.shl (local.get $at) (i32.const 2))))
                  (local.get $text)
                  (local.get $length)))
              (then (return (local.get $found))))))))
    (local.set $place (i32.add (local.get $place) (i32.const 1)))
    (br $places))
  (unreachable))

;; Put the names that are new since the last time into the table.
(func $note (param $pool i32)
  (local $at i32) (local $place i32) (local $known i32)
  (local.set $known (i32.load (i32.const 143360)))
  (i32.store (i32.const 143360) (local.get $pool))
  (loop $pools
    (local.set $at (i32.const 0))
    (if (i32.eq (local.get $pool) (local.get $known)) (then (local.set $at (i32.load (i32.const 143364)))))
    (block $end
      (loop $names
        (br_if $end (i32.ge_u (local.get $at) (i32.load offset=12 (local.get $pool))))
        (local.set $place (call $hash_at (local.get $pool) (local.get $at)))
        (loop $places
          (local.set $place (i32.shl (i32.and (local.get $place) (i32.const 16383)) (i32.const 1)))
          (if (i32.load16_u offset=110592 (local.get $place))
            (then
              (local.set $place (i32.add (i32.shr_u (local.get $place) (i32.const 1)) (i32.const 1)))
              (br $places))))
        (i32.store16 offset=110592 (local.get $place) (i32.add (local.get $at) (call $first (local.get $pool))))
        (local.set $at (i32.add (local.get $at) (i32.const 1)))
        (br $names)))
    (if (i32.ne (local.get $pool) (local.get $known))
      (then (br_if $pools (local.tee $pool (i32.load (local.get $pool)))))))
  (i32.store (i32.const 143364) (i32.load offset=12 (i32.load (i32.const 143360)))))

;; The index of the first name of a pool.
(func $first (param $pool i32) (result i32)
  (i32.and (i32.load offset=4 (local.get $pool)) (i32.const 0x7fffffff)))

(func $hash_at (param $pool i32) (param $at i32) (result i32)
  (i32.load16_u (i32.add (i32.load offset=16 (local.get $pool)) (i32.shl (local.get $at) (i32.const 1)))))
