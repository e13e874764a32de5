import { loadTexts } from '#i18n/language.ts'
import { usePartFailure } from '#i18n/use-part-failure.ts'
import { createPart, usePart } from '#ui/feedback/part.ts'
import type { HouseQuestion } from './house-question.tsx'

/** Few homes have so many shades, so the dialog is loaded when it is first needed. */
const question = createPart(async () => {
  const [{ HouseQuestion }] = await Promise.all([import('./house-question.tsx'), loadTexts('rooms')])
  return HouseQuestion
})

/** The confirmation before many shades move. If it cannot be loaded, an error is shown and nothing moves. */
export function LoadedHouseQuestion(props: Parameters<typeof HouseQuestion>[0]) {
  const { data: Question, error } = usePart(question)
  usePartFailure(error, props.onCancel)
  return Question && <Question {...props} />
}
