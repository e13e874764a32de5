import type { DeviceInfo } from '@senca/contract'
import { loadTexts } from '#i18n/language.ts'
import { createPart, usePart } from '#ui/feedback/part.ts'

/** The page of a door does not wait for it. */
const lastCame = createPart(async () => {
  const [{ LastCame }] = await Promise.all([import('./last-came.tsx'), loadTexts('activity')])
  return LastCame
})

/** Who unlocked a door last, once that is known. */
export function LoadedLastCame(props: { device: DeviceInfo; me: string }) {
  const { data: LastCame } = usePart(lastCame)
  return LastCame ? <LastCame {...props} /> : null
}
