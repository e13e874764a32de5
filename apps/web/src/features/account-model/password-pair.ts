import { useState } from 'react'

/** A new password and its repetition, as typed. */
export interface PasswordPair {
  password: string
  confirmation: string
}

/** Whether both are filled in and equal, so that the form can be sent. */
export const isComplete = ({ password, confirmation }: PasswordPair): boolean =>
  password !== '' && password === confirmation

/**
 * Whether to show that the two differ. While the person types, a beginning of the password is not an error; after the field lost
 * the focus, every difference is.
 */
export function showsMismatch({ password, confirmation }: PasswordPair, hasLeft: boolean): boolean {
  if (confirmation === '') return false
  return hasLeft ? confirmation !== password : !password.startsWith(confirmation)
}

/** The state of the two fields of a form that sets a password. */
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
