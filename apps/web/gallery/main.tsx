import './clock.ts'
import '#ui/styles/base.css'
import i18next from 'i18next'
import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { initReactI18next } from 'react-i18next'
import { MemoryRouter } from 'react-router'
import { TIMES_OF_DAY } from '#light/sky/time-of-day.ts'
import en from '../src/i18n/locales/en.json'
import { Gallery } from './gallery.tsx'

const query = new URLSearchParams(location.search)
const time = TIMES_OF_DAY.find((each) => each === query.get('time')) ?? 'day'
const root = document.documentElement
root.dataset.time = time
root.dataset.theme = query.get('theme') === 'dark' ? 'dark' : 'light'

await i18next.use(initReactI18next).init({ lng: 'en', resources: { en: { translation: en } } })

const place = document.getElementById('root')
if (!place) throw new Error('The page has no #root')
createRoot(place).render(
  <StrictMode>
    <MemoryRouter>
      <Gallery time={time} count={Number(query.get('count') ?? 0)} />
    </MemoryRouter>
  </StrictMode>,
)
