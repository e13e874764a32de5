import { useNavigate } from 'react-router'
import * as z from 'zod/mini'

/** What the router keeps with every entry of the history: its place among those of this app. */
const entrySchema = z.object({ idx: z.int().check(z.positive()) })

/** Goes back to where the person came from; to `home` when that is no page of this app. */
export function useGoBack(home: string): () => void {
  const navigate = useNavigate()
  return () => {
    if (entrySchema.safeParse(history.state).success) navigate(-1)
    else navigate(home, { replace: true })
  }
}
