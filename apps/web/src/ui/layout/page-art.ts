import { createContext, type ReactNode } from 'react'

/** What is drawn on the wall beside a single column, where the window has room for a wall. */
export const PageArt = createContext<ReactNode>(null)
