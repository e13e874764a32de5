import { createInstance } from 'i18next'
import { initReactI18next } from 'react-i18next'

/** In component tests the translation of every key is the key itself. */
await createInstance()
  .use(initReactI18next)
  .init({ lng: 'cimode', react: { useSuspense: false } })
