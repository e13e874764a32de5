import type { Host } from './behaviour.ts'

/** The duration of a change of brightness on a dimmable channel. */
const FADE_MS = 600

interface ChannelOptions {
  host: Host
  isDimmable: boolean
  brightness: number
}

/** One channel of a light. It is switched at once, or dimmed with a short fade. Brightness is 0..1. */
export interface Channel {
  readonly isDimmable: boolean
  brightness(): number
  /** The target brightness; equal to the brightness if it is not fading. */
  goal(): number
  isFading(): boolean
  set(brightness: number): void
  /** Stops fading at the present brightness. */
  stop(): void
}

export function createChannel({ host, isDimmable, ...options }: ChannelOptions): Channel {
  let goal = options.brightness
  let fade: { from: number; startedAtMs: number; cancel: () => void } | null = null

  const nowMs = (): number => host.clock.now().getTime()
  const fadeMs = FADE_MS / host.speed

  const brightness = (): number => {
    if (fade === null) return goal
    const share = Math.min(1, (nowMs() - fade.startedAtMs) / fadeMs)
    return Math.round((fade.from + (goal - fade.from) * share) * 1_000) / 1_000
  }

  const stop = (): void => {
    goal = brightness()
    fade?.cancel()
    fade = null
  }

  const arrive = (): void => {
    fade = null
    host.changed()
  }

  return {
    isDimmable,
    brightness,
    goal: () => goal,
    isFading: () => fade !== null,
    set(next) {
      stop()
      const from = goal
      goal = next
      if (!isDimmable || from === next) return
      fade = { from, startedAtMs: nowMs(), cancel: host.clock.after(fadeMs, arrive) }
    },
    stop,
  }
}
