import { useQuery } from '@tanstack/react-query'
import i18next from 'i18next'
import { useEffect } from 'react'
import * as z from 'zod/mini'
import { useStore } from 'zustand'
import { createStore } from 'zustand/vanilla'
import { parseJson } from '#core/api/failures.ts'
import { showMessage } from '#core/messages.ts'
import { browserStorage } from '#core/storage.ts'
import { prefer } from '#features/room-model/prefer.ts'
import { preferencesQuery } from '#features/room-model/rooms.queries.ts'
import { roomsApi } from '#features/room-model/rooms.ts'
import { errorText } from '#i18n/error-text.ts'

/** How this browser displays the home. */
const choiceSchema = z.object({
  /** The last known preference of the account, so that the home is rendered correctly before its preferences are loaded. */
  density: z.enum(['comfortable', 'compact']),
})
type HomeChoice = z.infer<typeof choiceSchema>
export type Density = HomeChoice['density']

const STORAGE_KEY = 'senca.home'
const UNCHOSEN: HomeChoice = { density: 'comfortable' }

/** Reads the stored choice. Missing or invalid entries count as not chosen. */
function readChoice(): HomeChoice {
  const parsed = choiceSchema.safeParse(parseJson(browserStorage.getItem(STORAGE_KEY) ?? 'null'))
  return parsed.success ? parsed.data : UNCHOSEN
}

const choiceStore = createStore<HomeChoice>(readChoice)

function keep(choice: HomeChoice): void {
  choiceStore.setState(choice)
  browserStorage.setItem(STORAGE_KEY, JSON.stringify(choice))
}

/** The density that the account prefers; until its preferences are loaded, the last density of this browser. */
export function useDensity(): Density {
  const kept = useStore(choiceStore, ({ density }) => density)
  const { data } = useQuery(preferencesQuery(roomsApi))
  const density = data?.density ?? kept
  useEffect(() => {
    if (density !== kept) keep({ density })
  }, [density, kept])
  return density
}

/** Changes the density on this page at once and on all other pages of the account. */
export function chooseDensity(density: Density): void {
  keep({ density })
  prefer({ density }).catch((failure: unknown) => showMessage('error', errorText(failure, i18next.t)))
}
