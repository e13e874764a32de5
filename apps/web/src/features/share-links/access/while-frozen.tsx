import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { freezeQuery } from '../links.queries.ts'
import { linksApi } from '../links.ts'

/** Renders its children while all sharing is frozen. */
export function WhileFrozen({ children }: { children: ReactNode }) {
  const { data: isFrozen } = useQuery(freezeQuery(linksApi))
  return isFrozen === true && children
}
