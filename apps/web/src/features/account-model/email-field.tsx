import type { ComponentProps } from 'react'
import { Field } from '#ui/forms/field.tsx'

type Props = Pick<ComponentProps<typeof Field>, 'ref' | 'label' | 'error'> & {
  value: string
  onChange: (email: string) => void
}

/** The field for the e-mail of an account, with the attributes for autofill. */
export function EmailField({ onChange, ...field }: Props) {
  return (
    <Field
      {...field}
      type="email"
      name="email"
      autoComplete="username"
      autoCapitalize="none"
      spellCheck={false}
      onChange={(event) => onChange(event.target.value)}
    />
  )
}
