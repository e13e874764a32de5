import { useSyncExternalStore } from 'react'
import { createEmitter } from '#core/emitter.ts'
import type { Translate } from './translate.ts'

const changed = createEmitter<void>()
let current: Translate = (key) => key

/** Sets the translator for all following texts. */
export function setTranslator(translate: Translate): void {
  current = translate
  changed.emit()
}

/** Replaces the hook of react-i18next for cards and parts. */
export function useTranslation(): { t: Translate } {
  return { t: useSyncExternalStore(changed.subscribe, () => current) }
}
