import { useState } from 'react'
import { SkyVideo } from '#light/sky/sky-video.tsx'
import { TIMES_OF_DAY } from '#light/sky/time-of-day.ts'
import { Switch } from '#ui/forms/switch.tsx'
import styles from './gallery.module.css'
import { Section } from './section.tsx'

/** The moving sky at every time of day, in the crops for windows and outdoors. */
export function Skies() {
  const [isStill, setStill] = useState(false)
  return (
    <Section title="The sky in the window">
      <Switch label="Still" checked={isStill} onChange={setStill} />
      <div className={styles.skies}>
        {TIMES_OF_DAY.map((time, view) => (
          <figure key={time} className={styles.pane} title={time}>
            <SkyVideo time={time} view={view} still={isStill} />
          </figure>
        ))}
        {TIMES_OF_DAY.map((time) => (
          <figure key={time} className={styles.wide} title={time}>
            <SkyVideo time={time} view={0} outlook="open" still={isStill} />
          </figure>
        ))}
      </div>
    </Section>
  )
}
