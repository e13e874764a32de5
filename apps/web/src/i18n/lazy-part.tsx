import { Component, type ComponentType, lazy, type ReactNode, Suspense, useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { showMessage } from '#core/messages.ts'
import { loadTexts } from './language.ts'
import type { TextPart } from './resources.ts'

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
 * the part is loaded again when it is rendered anew.
 */
export function lazyPart<Props extends object>(
  load: () => Promise<ComponentType<Props>>,
  { texts = [], waiting, failed }: PartOptions<Props> = {},
): ComponentType<Props> {
  // A lazy component of React keeps its failure, so each attempt has one of its own.
  const attempt = (nth: number) => ({
    nth,
    LazyPart: lazy(async () => {
      try {
        const [part] = await Promise.all([load(), ...texts.map(loadTexts)])
        return { default: part as ComponentType<object> }
      } catch (cause) {
        latest = attempt(nth + 1)
        throw new LoadFailure('A file did not come', { cause })
      }
    }),
  })
  let latest = attempt(0)
  return function Part(props) {
    const [{ nth, LazyPart }, setAttempt] = useState(latest)
    return (
      <LoadBoundary key={nth} failed={failed?.(props, () => setAttempt(latest))}>
        <Suspense fallback={waiting?.(props)}>
          <LazyPart {...props} />
        </Suspense>
      </LoadBoundary>
    )
  }
}

class LoadFailure extends Error {}

/** Renders `failed` if a part below it could not be loaded. Other errors are those of the page. */
class LoadBoundary extends Component<{ failed: ReactNode; children: ReactNode }> {
  override state: { error: unknown } = { error: null }

  static getDerivedStateFromError(error: unknown) {
    return { error }
  }

  override render() {
    const { error } = this.state
    if (error === null) return this.props.children
    if (error instanceof LoadFailure) return this.props.failed
    throw error
  }
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
