import type { DeviceInfo } from '@senca/contract'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Button, ButtonLink } from '#ui/controls/button.tsx'
import { Icon } from '#ui/layout/icon.tsx'
import styles from './given.module.css'
import { GiveLink, GrantKey } from './grant-cell.tsx'
import type { PersonGrants } from './grants.ts'

export interface GrantViewProps {
  people: readonly PersonGrants[]
  /** The devices that are shared with anybody, by name. */
  devices: readonly DeviceInfo[]
  onOpen: (email: string, deviceId: string) => void
}

/** The number of devices that are listed at first. */
const FEW = 60

/** The rights as a table for a wide page: a row for each device, a column for each person. */
export function GrantTable({ people, devices, onOpen }: GrantViewProps) {
  const { t } = useTranslation()
  const [isWhole, setWhole] = useState(devices.length <= FEW)
  const shown = isWhole ? devices : devices.slice(0, FEW)
  return (
    <>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a wide table is scrolled by the keyboard too */}
      <section className={styles.frame} aria-label={t('people.table')} tabIndex={0}>
        <table className={styles.table}>
          <thead>
            <tr>
              <th scope="col">{t('people.device')}</th>
              {people.map(({ email }) => (
                <th key={email} scope="col">
                  <bdi>{email}</bdi>
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {shown.map(({ id, name, devicetype }) => (
              <tr key={id}>
                <th scope="row">
                  <span className={styles.named}>
                    <Icon name={devicetype} size={20} />
                    <span>{name}</span>
                  </span>
                </th>
                {people.map(({ email, byDevice }) => {
                  const grant = byDevice.get(id)
                  return (
                    <td key={email}>
                      {grant === undefined ? (
                        <GiveLink deviceId={id} deviceName={name} email={email} />
                      ) : (
                        <GrantKey
                          grant={grant}
                          deviceName={name}
                          email={email}
                          isNamed={false}
                          onOpen={() => onOpen(email, id)}
                        />
                      )}
                    </td>
                  )
                })}
              </tr>
            ))}
          </tbody>
        </table>
      </section>
      {!isWhole && (
        <Button variant="quiet" icon="plus" onClick={() => setWhole(true)}>
          {t('people.showAll', { count: devices.length })}
        </Button>
      )}
    </>
  )
}

/** The number of devices per person that are listed at first on a phone. */
const FEW_OF_PERSON = 8

/** The rights as lists by person, for a phone. */
export function GrantLists({ people, devices, onOpen }: GrantViewProps) {
  return people.map((person) => (
    <PersonList key={person.email} person={person} devices={devices} onOpen={onOpen} />
  ))
}

function PersonList({ person, devices, onOpen }: Omit<GrantViewProps, 'people'> & { person: PersonGrants }) {
  const { t } = useTranslation()
  const { email, byDevice } = person
  const own = devices.filter(({ id }) => byDevice.has(id))
  const [isWhole, setWhole] = useState(own.length <= FEW_OF_PERSON)
  const shown = isWhole ? own : own.slice(0, FEW_OF_PERSON)
  return (
    <section className={styles.person} aria-label={email}>
      <h3 className={styles.email}>
        <bdi>{email}</bdi>
      </h3>
      <ul>
        {shown.map(({ id, name }) => {
          const grant = byDevice.get(id)
          return (
            grant !== undefined && (
              <li key={id}>
                <GrantKey
                  grant={grant}
                  deviceName={name}
                  email={email}
                  isNamed
                  onOpen={() => onOpen(email, id)}
                />
              </li>
            )
          )
        })}
      </ul>
      <p className={styles.more}>
        {!isWhole && (
          <Button variant="quiet" onClick={() => setWhole(true)}>
            {t('people.showAll', { count: own.length })}
          </Button>
        )}
        <ButtonLink variant="quiet" icon="plus" to="/people/new" state={{ email }}>
          {t('people.giveMore')}
        </ButtonLink>
      </p>
    </section>
  )
}
