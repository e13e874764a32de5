import { useState } from 'react'

/** The choice in a dialog. It is reset to `initial` each time the dialog opens. */
export function useDraft<T>(open: boolean, initial: T): [T, (draft: T) => void] {
  const [draft, setDraft] = useState<T>(initial)
  const [wasOpen, setWasOpen] = useState(open)
  if (open !== wasOpen) {
    setWasOpen(open)
    if (open) setDraft(initial)
  }
  return [draft, setDraft]
}
