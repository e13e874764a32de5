import { type ComponentType, type ReactNode, useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { showMessage } from '#core/messages.ts'
import { loadTexts } from './language.ts'
import type { TextPart } from './resources.ts'

/** A part that is loaded when it is first rendered. `load` loads it before, so that it is there at once. */
type LazyPart<Props> = ComponentType<Props> & { load: () => Promise<void> }

interface PartOptions<Props> {
  /** The texts that the part needs beyond those of every page. */
  texts?: readonly TextPart[]
  /** What is shown until the part is loaded; nothing if it is left out. */
  waiting?: (props: Props) => ReactNode
  /** What is shown if the part could not be loaded; nothing if it is left out. */
  failed?: (props: Props, retry: () => void) => ReactNode
}

/**
 * A component with a chunk of its own, which is loaded when it is first rendered. If that fails, the rest of the page stays, and
 * the part is loaded again when it is rendered again.
 *
 * It is not React's `lazy`, which keeps a failure for ever. Also, Suspense shows nothing new for 300 ms after a fallback: with it
 * the menu of the login page first opened after 360 ms in place of 200, and failures were reported that much later.
 */
export function lazyPart<Props extends object>(
  load: () => Promise<ComponentType<Props>>,
  { texts = [], waiting, failed }: PartOptions<Props> = {},
): LazyPart<Props> {
  let loaded: ComponentType<Props> | null = null
  const loadWithTexts = async () => {
    const [part] = await Promise.all([load(), ...texts.map(loadTexts)])
    loaded = part
  }
  const Part = (props: Props) => {
    const [Loaded, setLoaded] = useState(() => loaded)
    const [hasFailed, setFailed] = useState(false)
    const start = () => {
      setFailed(false)
      loadWithTexts().then(
        () => setLoaded(() => loaded),
        () => setFailed(true),
      )
    }
    // biome-ignore lint/correctness/useExhaustiveDependencies: it is loaded once, and again when somebody asks for it
    useEffect(() => {
      if (Loaded === null) start()
    }, [])
    if (Loaded !== null) return <Loaded {...props} />
    return hasFailed ? failed?.(props, start) : waiting?.(props)
  }
  return Object.assign(Part, { load: loadWithTexts })
}

/** Says that a part could not be loaded, and calls `onShown`, so that the part can be asked for again. */
export function PartFailure({ onShown }: { onShown: () => void }) {
  const { t } = useTranslation()
  // biome-ignore lint/correctness/useExhaustiveDependencies: a change of the language must not report the failure again
  useEffect(() => {
    showMessage('error', t('errors.network'))
    onShown()
  }, [])
  return null
}
