import { CardAnnouncer } from '#features/device-parts/announcer.tsx'
import { referencePlace } from '#light/sky/reference-places.ts'
import { SunArc } from '#light/sky/sun-arc.tsx'
import { sunPath, TIMES_OF_DAY, type TimeOfDay } from '#light/sky/time-of-day.ts'
import { WallBand } from '#light/wall/wall-band.tsx'
import { Button } from '#ui/controls/button.tsx'
import { MenuLink, PageHeader } from '#ui/layout/page-header.tsx'
import { MOMENTS } from './clock.ts'
import { Dials } from './dials.tsx'
import { crowd, HOME, STATES } from './fixtures/fixtures.ts'
import styles from './gallery.module.css'
import { LiveCard } from './live-card.tsx'
import { Parts } from './parts.tsx'
import { Section } from './section.tsx'
import { Skies } from './skies.tsx'

function Sun({ time }: { time: TimeOfDay }) {
  const path = sunPath(new Date(MOMENTS[time]), referencePlace('Europe/Ljubljana', 1))
  return <SunArc path={path} label={`The sun at ${Math.round(path.altitude)} degrees`} />
}

/** The whole design on one page; `time` and `theme` are in its URL. */
export function Gallery({ time, count }: { time: TimeOfDay; count: number }) {
  const change = (key: 'theme' | 'time', value: string): void => {
    const address = new URL(location.href)
    address.searchParams.set(key, value)
    location.href = address.href
  }
  return (
    <>
      <WallBand>
        <PageHeader homeTo="/" homeLabel="Senca, start page" menu={<MenuLink to="/menu" label="Menu" />} />
      </WallBand>
      <main className={styles.page}>
        <h1 className={styles.opening}>Light and shadow on a wall</h1>
        <div className={styles.line}>
          {TIMES_OF_DAY.map((each) => (
            <Button
              key={each}
              variant={each === time ? 'primary' : 'secondary'}
              onClick={() => change('time', each)}
            >
              {each}
            </Button>
          ))}
          <Button variant="quiet" onClick={() => change('theme', 'light')}>
            light
          </Button>
          <Button variant="quiet" onClick={() => change('theme', 'dark')}>
            dark
          </Button>
        </div>
        <CardAnnouncer>
          <Section title="A home">
            <Sun time={time} />
            <div className={styles.cards}>
              {HOME.map((device) => (
                <LiveCard key={device.id} device={device} />
              ))}
            </div>
          </Section>
          <Section title="Cards in every state">
            <div className={styles.cards}>
              {STATES.map((state) => (
                <LiveCard key={state.device.id} {...state} />
              ))}
            </div>
          </Section>
          {count > 0 && (
            <Section title={`${count} devices`}>
              <div className={styles.cards}>
                {crowd(count).map((device) => (
                  <LiveCard key={device.id} device={device} />
                ))}
              </div>
            </Section>
          )}
        </CardAnnouncer>
        <Skies />
        <Dials />
        <Parts />
      </main>
    </>
  )
}
