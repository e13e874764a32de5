import dawnMp4 from './sky-loops/dawn.mp4'
import dawnWebm from './sky-loops/dawn.webm'
import dawnStill from './sky-loops/dawn.webp'
import dayMp4 from './sky-loops/day.mp4'
import dayWebm from './sky-loops/day.webm'
import dayStill from './sky-loops/day.webp'
import duskMp4 from './sky-loops/dusk.mp4'
import duskWebm from './sky-loops/dusk.webm'
import duskStill from './sky-loops/dusk.webp'
import nightMp4 from './sky-loops/night.mp4'
import nightWebm from './sky-loops/night.webm'
import nightStill from './sky-loops/night.webp'
import openNightMp4 from './sky-loops/night-open.mp4'
import openNightWebm from './sky-loops/night-open.webm'
import openNightStill from './sky-loops/night-open.webp'
import type { TimeOfDay } from './time-of-day.ts'

/** A sky video in two encodings with its first frame; all are URLs. */
export type SkyLoop = {
  readonly name: string
  readonly webm: string
  readonly mp4: string
  readonly still: string
}

const BY_DAY = {
  dawn: { name: 'dawn', webm: dawnWebm, mp4: dawnMp4, still: dawnStill },
  day: { name: 'day', webm: dayWebm, mp4: dayMp4, still: dayStill },
  dusk: { name: 'dusk', webm: duskWebm, mp4: duskMp4, still: duskStill },
} as const

/** The videos for the view through a window and for outdoors; they only differ at night. */
export const SKY_LOOPS: Record<'window' | 'open', Record<TimeOfDay, SkyLoop>> = {
  window: { ...BY_DAY, night: { name: 'night', webm: nightWebm, mp4: nightMp4, still: nightStill } },
  open: {
    ...BY_DAY,
    night: { name: 'night-open', webm: openNightWebm, mp4: openNightMp4, still: openNightStill },
  },
}
