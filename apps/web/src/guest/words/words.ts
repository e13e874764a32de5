import { useSyncExternalStore } from 'react'
import { createEmitter } from '#core/emitter.ts'
import type { Translate } from './translate.ts'

const changed = createEmitter<void>()
let current: Translate = (key) => key

/** From now on everything is said by this. */
export function setTranslator(translate: Translate): void {
  current = translate
  changed.emit()
}

/** What cards and parts know as the hook of react-i18next. */
export function useTranslation(): { t: Translate } {
  return { t: useSyncExternalStore(changed.subscribe, () => current) }
}
