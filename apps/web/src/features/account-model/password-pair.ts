import { useState } from 'react'

/** A new password and its repetition, as they are written. */
export interface PasswordPair {
  password: string
  confirmation: string
}

/** Both are written and the same: only then is there something to send. */
export const isComplete = ({ password, confirmation }: PasswordPair): boolean =>
  password !== '' && password === confirmation

/** While it is written a repetition may still become the password; once it was left, every difference counts. */
export function showsMismatch({ password, confirmation }: PasswordPair, hasLeft: boolean): boolean {
  if (confirmation === '') return false
  return hasLeft ? confirmation !== password : !password.startsWith(confirmation)
}

/** The two fields of a form that sets a password. */
export function usePasswordPair() {
  const [pair, setPair] = useState<PasswordPair>({ password: '', confirmation: '' })
  const [hasLeft, setLeft] = useState(false)
  return {
    ...pair,
    isComplete: isComplete(pair),
    isMismatch: showsMismatch(pair, hasLeft),
    setPassword: (password: string) => setPair((old) => ({ ...old, password })),
    setConfirmation: (confirmation: string) => setPair((old) => ({ ...old, confirmation })),
    leave: () => setLeft(true),
  }
}
export type PasswordPairState = ReturnType<typeof usePasswordPair>
