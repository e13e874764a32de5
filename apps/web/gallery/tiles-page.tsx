import { query } from './clock.ts'
import '#ui/styles/base.css'
import { MemoryRouter } from 'react-router'
import { CardAnnouncer } from '#features/device-parts/announcer.tsx'
import { HOME, STATES } from './fixtures/fixtures.ts'
import { showPage } from './gallery-page.ts'
import { LiveCard } from './live-card.tsx'
import { prepareTexts } from './texts.ts'
import styles from './tiles.module.css'

await prepareTexts(query.get('language') ?? 'en', ['app'])

showPage(
  <MemoryRouter>
    <main className={styles.page}>
      <h1 className={styles.title}>Tiles</h1>
      <CardAnnouncer>
        {[
          { title: 'A home', states: HOME.map((device) => ({ device })) },
          { title: 'Every state', states: STATES },
        ].map(({ title, states }) => (
          <section key={title}>
            <h2 className={styles.title}>{title}</h2>
            <div className={styles.grid}>
              {states.map((state) => (
                <LiveCard key={state.device.id} {...state} isTile />
              ))}
            </div>
          </section>
        ))}
      </CardAnnouncer>
    </main>
  </MemoryRouter>,
)
