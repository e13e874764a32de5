import { VisuallyHidden } from '#ui/layout/visually-hidden.tsx'
import { useAsOf } from './use-as-of.ts'

/** A count. While it may be outdated its time stands before it, short to look at and in words for screen readers. */
export function Counted({ count }: { count: string }) {
  const asOf = useAsOf()
  if (asOf === null || count === '') return count
  return (
    <>
      <VisuallyHidden>{`${asOf.words}: `}</VisuallyHidden>
      <span aria-hidden="true">{`${asOf.time} · `}</span>
      {count}
    </>
  )
}
