import type { DeviceInfo } from '@senca/contract'
import { loadTexts } from '#i18n/language.ts'
import { createPart, usePart } from '#ui/feedback/part.ts'

/** The note is loaded when it is first needed, because few shades follow the sun. */
const note = createPart(async () => {
  const [{ SunNote }] = await Promise.all([import('./sun-note.tsx'), loadTexts('sun')])
  return SunNote
})

/** How a shade follows the sun, shown on its page. */
export function LoadedSun({ device }: { device: DeviceInfo }) {
  const isWanted = device.sun != null
  const { data: SunNote } = usePart(note, isWanted)
  return isWanted && SunNote ? <SunNote device={device} /> : null
}
