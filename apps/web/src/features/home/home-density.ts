import { useQuery } from '@tanstack/react-query'
import i18next from 'i18next'
import { useEffect } from 'react'
import * as z from 'zod/mini'
import { useStore } from 'zustand'
import { createStore } from 'zustand/vanilla'
import { showMessage } from '#core/messages.ts'
import { prefer } from '#features/room-model/prefer.ts'
import { preferencesQuery } from '#features/room-model/rooms.queries.ts'
import { roomsApi } from '#features/room-model/rooms.ts'
import { errorText } from '#i18n/error-text.ts'

/** How this browser shows the home. */
const choiceSchema = z.object({
  /** As the account last had it, so that the home is drawn right before its preferences come. */
  density: z.enum(['comfortable', 'compact']),
  /** What a tap on a tile does. */
  tap: z.enum(['control', 'move']),
  /** The proposal of tiles was answered, or tiles were chosen without it. */
  isAnswered: z.boolean(),
})
type HomeChoice = z.infer<typeof choiceSchema>
export type Density = HomeChoice['density']
export type TileTapChoice = HomeChoice['tap']

const STORAGE_KEY = 'senca.home'
const UNCHOSEN: HomeChoice = { density: 'comfortable', tap: 'control', isAnswered: false }

/** The choice as this browser keeps it; what is missing or not of its shape was not chosen. */
function readChoice(): HomeChoice {
  try {
    const parsed = choiceSchema.safeParse(JSON.parse(localStorage.getItem(STORAGE_KEY) ?? 'null'))
    return parsed.success ? parsed.data : UNCHOSEN
  } catch {
    return UNCHOSEN
  }
}

const choiceStore = createStore<HomeChoice>(readChoice)

function keep(change: Partial<HomeChoice>): void {
  choiceStore.setState(change)
  try {
    localStorage.setItem(STORAGE_KEY, JSON.stringify(choiceStore.getState()))
  } catch {
    // A browser that keeps no storage shows the home as chosen until the page is left.
  }
}

/** How dense the account wants its home; until its preferences are loaded, as this browser last showed it. */
export function useDensity(): Density {
  const kept = useStore(choiceStore, ({ density }) => density)
  const { data } = useQuery(preferencesQuery(roomsApi))
  const density = data?.density ?? kept
  useEffect(() => {
    if (density !== kept) keep({ density })
  }, [density, kept])
  return density
}

export const useTileTap = (): TileTapChoice => useStore(choiceStore, ({ tap }) => tap)
/** Whether nobody has answered yet whether a long home is to be shown in tiles. */
export const useIsUnanswered = (): boolean => useStore(choiceStore, ({ isAnswered }) => !isAnswered)

/** Shows the home so at once, and on all pages of the account. */
export function chooseDensity(density: Density): void {
  keep({ density, isAnswered: true })
  prefer({ density }).catch((failure: unknown) => showMessage('error', errorText(failure, i18next.t)))
}
export const chooseTileTap = (tap: TileTapChoice): void => keep({ tap })
export const declineTiles = (): void => keep({ isAnswered: true })
