import { type ComponentProps, useState } from 'react'
import { clockOf } from './clock.ts'
import { Field } from './field.tsx'

/**
 * A time of day in 24 hours, typed with or without a colon. `onChange` is called with `HH:MM`, with an empty text, or with what was
 * typed where it is no time.
 */
export function TimeField({
  value,
  onChange,
  ...field
}: Pick<ComponentProps<typeof Field>, 'label' | 'error' | 'hint' | 'name'> & {
  value: string
  onChange: (clock: string) => void
}) {
  const [typed, setTyped] = useState<string | null>(null)
  const finish = () => {
    if (typed === null) return
    setTyped(null)
    if (clockOf(typed) !== value) onChange(clockOf(typed))
  }
  return (
    <Field
      {...field}
      inputMode="numeric"
      autoComplete="off"
      maxLength={5}
      placeholder="--:--"
      value={typed ?? value}
      onChange={({ target }) => {
        setTyped(target.value)
        onChange(/^\d{4}$/.test(target.value) ? clockOf(target.value) : target.value)
      }}
      onBlur={finish}
      onKeyDown={({ key }) => key === 'Enter' && finish()}
    />
  )
}
