import type { DeviceInfo } from '@senca/contract'
import { loadTexts } from '#i18n/language.ts'
import { createPart, usePart } from '#ui/feedback/part.ts'

/** Loaded separately, so that the page of a door does not wait for it. */
const lastCame = createPart(async () => {
  const [{ LastCame }] = await Promise.all([import('./last-came.tsx'), loadTexts('activity')])
  return LastCame
})

/** Says who unlocked a door last, as soon as it is loaded. */
export function LoadedLastCame(props: { device: DeviceInfo; me: string }) {
  const { data: LastCame } = usePart(lastCame)
  return LastCame ? <LastCame {...props} /> : null
}
