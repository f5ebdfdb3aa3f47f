// A loner, a euchre or the win is heard when it is seen, so never where motion is reduced. Browsers may want a tap before.
(() => {
  if (!window.AudioContext) return;
  const audio = new AudioContext();
  let heard;
  const hear = ({ animationName, target }) => {
    if (animationName !== "felt" || heard === target.dataset.hand) return;
    heard = target.dataset.hand;
    [523, 659, 784].forEach((frequency, place) => {
      const tone = new OscillatorNode(audio, { frequency }), start = audio.currentTime + place * 0.12;
      const loud = new GainNode(audio, { gain: 0.2 });
      loud.gain.setValueAtTime(0.2, start);
      loud.gain.exponentialRampToValueAtTime(0.001, start + 0.5);
      tone.connect(loud).connect(audio.destination);
      tone.start(start);
      tone.stop(start + 0.5);
    });
  };
  document.addEventListener("animationstart", hear);
  for (const { animationName, effect } of document.getAnimations()) hear({ animationName, target: effect.target });
  document.addEventListener("click", () => audio.resume());
})();
