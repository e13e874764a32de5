import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { errorText } from '#i18n/error-text.ts'
import { useDraft } from './use-draft.ts'

/** The call behind a dialog: whether it runs, and why the last one failed, in words that opening the dialog forgets. */
export function useDialogCall(open: boolean) {
  const { t } = useTranslation()
  const [isBusy, setBusy] = useState(false)
  const [error, setError] = useDraft<string | null>(open, null)

  /** Runs the call, then `onDone` with its answer unless it failed. */
  const run = async <T>(call: () => Promise<T>, onDone: (answer: T) => void): Promise<void> => {
    setError(null)
    setBusy(true)
    try {
      onDone(await call())
    } catch (failure) {
      setError(errorText(failure, t))
    } finally {
      setBusy(false)
    }
  }

  return { isBusy, error, run, forgetError: () => setError(null) }
}
