import { createStore } from 'zustand/vanilla'

/** Whether this browser had notifications, and has lost them in a way that only a tap can mend. */
export const lostPhone = createStore(() => ({ isLost: false }))
