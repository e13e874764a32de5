import { createStore } from 'zustand/vanilla'

/** How many notifications the signed-in account has not seen, and how many of them are a must. */
export const unseenNotifications = createStore(() => ({ unseen: 0, must: 0 }))
