import { ToggleChips } from '#ui/forms/toggle-chips.tsx'
import { pageTag } from './format-tag.ts'
import { weekdayName } from './moments.ts'

const DAYS = [1, 2, 3, 4, 5, 6, 7]

/** Chooses days of the week, of which 1 is Monday and 7 is Sunday. */
export function WeekdayChips(props: {
  label: string
  chosen: readonly number[]
  invalid?: boolean
  onChange: (days: number[]) => void
}) {
  const tag = pageTag()
  return (
    <ToggleChips
      {...props}
      options={DAYS.map((day) => ({
        value: day,
        label: weekdayName(day, tag, 'short'),
        name: weekdayName(day, tag, 'long'),
      }))}
    />
  )
}
