import { query, time } from './clock.ts'
import '#ui/styles/base.css'
import i18next from 'i18next'
import { StrictMode } from 'react'
import { initReactI18next } from 'react-i18next'
import { MemoryRouter } from 'react-router'
import app from '../src/i18n/locales/app/en.json'
import en from '../src/i18n/locales/en.json'
import { Gallery } from './gallery.tsx'
import { showPage } from './gallery-page.ts'

await i18next.use(initReactI18next).init({ lng: 'en', resources: { en: { translation: { ...app, ...en } } } })

showPage(
  <StrictMode>
    <MemoryRouter>
      <Gallery time={time} count={Number(query.get('count') ?? 0)} />
    </MemoryRouter>
  </StrictMode>,
)
