import { Field as BaseField } from '@base-ui/react/field'
import { type ComponentProps, useState } from 'react'
import { IconButton } from '../controls/icon-button.tsx'
import { Icon } from '../layout/icon.tsx'
import styles from './field.module.css'

type Words = {
  label: string
  /** The error text of the field; null if there is none, an empty string if another element shows the text. */
  error?: string | null | undefined
  hint?: string | undefined
}

/** A text field with its label above and its error below. */
export function Field({
  label,
  error = null,
  hint,
  ...input
}: Words & Omit<ComponentProps<typeof BaseField.Control>, 'className'>) {
  return (
    <BaseField.Root className={styles.field} invalid={error !== null}>
      <BaseField.Label className={styles.label}>{label}</BaseField.Label>
      <BaseField.Control {...input} className={styles.input} />
      <Notes error={error} hint={hint} />
    </BaseField.Root>
  )
}

function Notes({ error, hint }: Pick<Words, 'error' | 'hint'>) {
  return (
    <>
      {error !== null && error !== '' && (
        <BaseField.Error match className={styles.error} role="alert">
          {error}
        </BaseField.Error>
      )}
      {error === null && hint !== undefined && (
        <BaseField.Description className={styles.hint}>{hint}</BaseField.Description>
      )}
    </>
  )
}

/** A field that finds something in the list below it. */
export function SearchField(props: { label: string; value: string; onChange: (value: string) => void }) {
  const { label } = props
  return (
    <span className={`${styles.line} ${styles.search}`}>
      <Icon name="search" size={20} />
      <input
        className={styles.input}
        type="search"
        autoComplete="off"
        aria-label={label}
        placeholder={label}
        value={props.value}
        onChange={({ target }) => props.onChange(target.value)}
      />
    </span>
  )
}

/** A password field with a button that shows the password. */
export function PasswordField({
  label,
  error = null,
  hint,
  showLabel,
  hideLabel,
  ...input
}: Words & { showLabel: string; hideLabel: string } & Omit<
    ComponentProps<typeof BaseField.Control>,
    'className' | 'type'
  >) {
  const [isShown, setShown] = useState(false)
  return (
    <BaseField.Root className={styles.field} invalid={error !== null}>
      <BaseField.Label className={styles.label}>{label}</BaseField.Label>
      <span className={styles.line}>
        <BaseField.Control
          {...input}
          type={isShown ? 'text' : 'password'}
          className={styles.input}
          autoCapitalize="none"
          spellCheck={false}
        />
        <IconButton
          icon={isShown ? 'eyeShut' : 'eye'}
          label={isShown ? hideLabel : showLabel}
          pressed={isShown}
          onClick={() => setShown(!isShown)}
        />
      </span>
      <Notes error={error} hint={hint} />
    </BaseField.Root>
  )
}
