import { Loaded } from '#ui/feedback/loaded.tsx'
import { useLoadedWords } from './use-loaded-words.ts'

/** In place of a part that could not be loaded: a button to try again. */
export const PartRetry = ({ onRetry }: { onRetry: () => void }) => (
  <Loaded
    query={{ data: undefined, error: new Error('A file did not come'), refetch: onRetry }}
    words={useLoadedWords()}
  >
    {() => null}
  </Loaded>
)
