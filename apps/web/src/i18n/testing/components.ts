import { createInstance } from 'i18next'
import { initReactI18next } from 'react-i18next'

/** Components of tests say the keys of their texts. */
await createInstance()
  .use(initReactI18next)
  .init({ lng: 'cimode', react: { useSuspense: false } })
