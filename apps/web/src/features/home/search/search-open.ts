import { createRef } from 'react'
import { createStore } from 'zustand/vanilla'

/** Whether the search of the home was opened by its key. */
export const searchOpen = createStore(() => ({ isWanted: false }))

/** The key of the search, which gets the focus when the search closes. */
export const searchKey = createRef<HTMLButtonElement>()
