import { useNavigate } from 'react-router'
import * as z from 'zod/mini'

/** The history state of the router: the index of the entry within this app. */
const entrySchema = z.object({ idx: z.int().check(z.positive()) })

/** Returns a function that goes back to the previous page, or to `home` if that is not a page of this app. */
export function useGoBack(home: string): () => void {
  const navigate = useNavigate()
  return () => {
    if (entrySchema.safeParse(history.state).success) navigate(-1)
    else navigate(home, { replace: true })
  }
}
