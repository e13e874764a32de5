import { VisuallyHidden } from '#ui/layout/visually-hidden.tsx'
import { useAsOf } from './use-as-of.ts'

/** A count. While it may be outdated its time stands before it, short on screen and in words for screen readers. */
export function Counted({ count }: { count: string }) {
  const asOf = useAsOf()
  return (
    <>
      {asOf !== null && count !== '' && (
        <>
          <VisuallyHidden>{`${asOf.words}: `}</VisuallyHidden>
          <span aria-hidden="true">{`${asOf.time} · `}</span>
        </>
      )}
      <span>{count}</span>
    </>
  )
}
