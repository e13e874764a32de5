import { useState } from 'react'

/** What is being chosen in a dialog; every time that it opens it starts again from `initial`. */
export function useDraft<T>(open: boolean, initial: T): [T, (draft: T) => void] {
  const [draft, setDraft] = useState<T>(initial)
  const [wasOpen, setWasOpen] = useState(open)
  if (open !== wasOpen) {
    setWasOpen(open)
    if (open) setDraft(initial)
  }
  return [draft, setDraft]
}
