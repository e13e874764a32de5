import { type ReactNode, useId } from 'react'
import { Icon } from '../layout/icon.tsx'
import styles from './pin-pad.module.css'

const DIGITS = ['1', '2', '3', '4', '5', '6', '7', '8', '9'] as const
const NO_DIGIT = /\D/g

/**
 * A PIN field with a number pad; a keyboard can also type into the field. `onChange` only gets digits, at most `maxLength` of
 * them.
 */
export function PinPad(props: {
  label: string
  deleteLabel: string
  value: string
  maxLength: number
  /** The error text; null if there is none. */
  error: string | null
  disabled?: boolean
  onChange: (value: string) => void
}) {
  const { value, maxLength, disabled = false } = props
  const id = useId()
  const errorId = `${id}error`
  const put = (next: string): void => {
    if (!disabled) props.onChange(next.replaceAll(NO_DIGIT, '').slice(0, maxLength))
  }
  const digit = (each: string): ReactNode => (
    <PadKey key={each} label={each} onPress={() => put(value + each)} disabled={disabled}>
      {each}
    </PadKey>
  )
  return (
    <div className={styles.pad}>
      <label className={styles.label} htmlFor={id}>
        {props.label}
      </label>
      <input
        id={id}
        className={styles.line}
        type="password"
        name="pin"
        // The number pad below replaces the on-screen keyboard.
        inputMode="none"
        autoComplete="off"
        // biome-ignore lint/a11y/noAutofocus: who is asked for a PIN is asked for nothing else
        autoFocus
        readOnly={disabled}
        value={value}
        aria-invalid={props.error !== null || undefined}
        aria-describedby={props.error === null ? undefined : errorId}
        onChange={(event) => put(event.currentTarget.value)}
      />
      {props.error !== null && (
        <p id={errorId} className={styles.error} role="alert">
          {props.error}
        </p>
      )}
      <div className={styles.keys}>
        {DIGITS.map(digit)}
        <span />
        {digit('0')}
        <PadKey label={props.deleteLabel} onPress={() => put(value.slice(0, -1))} disabled={disabled}>
          <Icon name="backspace" />
        </PadKey>
      </div>
    </div>
  )
}

function PadKey(props: { label: string; disabled: boolean; onPress: () => void; children: ReactNode }) {
  return (
    <button
      type="button"
      className={styles.key}
      aria-label={props.label}
      aria-disabled={props.disabled || undefined}
      // The field keeps the focus, so that touch and keyboard can be mixed.
      onPointerDown={(event) => event.preventDefault()}
      onClick={props.onPress}
    >
      {props.children}
    </button>
  )
}
