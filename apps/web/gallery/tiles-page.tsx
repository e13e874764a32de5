import './clock.ts'
import '#ui/styles/base.css'
import { createRoot } from 'react-dom/client'
import { MemoryRouter } from 'react-router'
import { CardAnnouncer } from '#features/device-parts/announcer.tsx'
import { TIMES_OF_DAY } from '#light/sky/time-of-day.ts'
import { HOME, STATES } from './fixtures/fixtures.ts'
import { LiveCard } from './live-card.tsx'
import { prepareTexts } from './texts.ts'
import styles from './tiles.module.css'

const query = new URLSearchParams(location.search)
const root = document.documentElement
root.dataset.time = TIMES_OF_DAY.find((each) => each === query.get('time')) ?? 'day'
root.dataset.theme = query.get('theme') === 'dark' ? 'dark' : 'light'
await prepareTexts(query.get('language') ?? 'en', [])

const place = document.getElementById('root')
if (!place) throw new Error('The page has no #root')
createRoot(place).render(
  <MemoryRouter>
    <main className={styles.page}>
      <h1 className={styles.title}>Tiles</h1>
      <CardAnnouncer>
        {[
          {
            title: 'A home, opened by a tap',
            tile: 'opened' as const,
            states: HOME.map((device) => ({ device })),
          },
          { title: 'Every state, moved by a tap', tile: 'moved' as const, states: STATES },
        ].map(({ title, tile, states }) => (
          <section key={title}>
            <h2 className={styles.title}>{title}</h2>
            <div className={styles.grid}>
              {states.map((state) => (
                <LiveCard key={state.device.id} {...state} tile={tile} />
              ))}
            </div>
          </section>
        ))}
      </CardAnnouncer>
    </main>
  </MemoryRouter>,
)
