// The one time that all runs, plots and the scrub bar share.

export class Clock {
  constructor(end, frameTimes) {
    this.end = end;
    this.frameTimes = frameTimes; // of all runs, ascending
    this.time = 0;
    this.speed = 1;
    this.playing = false;
    this.listeners = [];
    this.last = 0;
  }

  onChange(listener) {
    this.listeners.push(listener);
  }

  tell() {
    for (const listener of this.listeners) listener(this.time);
  }

  set(time) {
    const clamped = Math.min(Math.max(time, 0), this.end);
    if (clamped === this.time) return;
    this.time = clamped;
    this.tell();
  }

  play(on = !this.playing) {
    if (on === this.playing) return;
    this.playing = on;
    if (on && this.time >= this.end - 1e-9) this.time = 0;
    this.tell();
    if (!on) return;
    this.last = performance.now();
    requestAnimationFrame((now) => this.tick(now));
  }

  tick(now) {
    if (!this.playing) return;
    const elapsed = Math.min(0.25, (now - this.last) / 1000);
    this.last = now;
    const next = this.time + elapsed * this.speed;
    this.set(next); // stays a moment at the end before it begins again
    if (next > this.end && this.time === this.end) {
      this.overshoot = (this.overshoot ?? 0) + elapsed;
      if (this.overshoot > 0.6) {
        this.overshoot = 0;
        this.set(0);
      }
    } else {
      this.overshoot = 0;
    }
    requestAnimationFrame((later) => this.tick(later));
  }

  // To the next or previous frame of any run.
  stepFrame(direction) {
    this.play(false);
    const times = this.frameTimes;
    const eps = 1e-9;
    if (direction > 0) this.set(times.find((t) => t > this.time + eps) ?? this.end);
    else this.set([...times].reverse().find((t) => t < this.time - eps) ?? 0);
  }
}
