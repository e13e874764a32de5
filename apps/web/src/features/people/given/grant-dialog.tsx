import { LIMITS } from '@senca/contract'
import type { Role } from '@senca/contract/people'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { pageNow } from '#core/clock.ts'
import { formatTag } from '#i18n/format-tag.ts'
import { currentLanguage } from '#i18n/language.ts'
import { Button, ButtonLink } from '#ui/controls/button.tsx'
import { Dialog } from '#ui/feedback/dialog.tsx'
import { ChoiceChips } from '#ui/forms/choice-chips.tsx'
import { useMinute } from '#ui/layout/use-minute.ts'
import { isHandOver, LEVELS, type Level, levelOf } from '../levels.ts'
import { hoursWords, validityWords } from '../role-words.ts'
import { revoke, useRoleCall, useRoleUpdate, type WantedProof } from '../use-role-change.ts'
import styles from './given.module.css'
import { type Grant, withLevel } from './grants.ts'

/**
 * The rights of one person for one device, by role. They can be changed or revoked with one tap. Both change the role, so the
 * dialog says which other people and devices are affected.
 */
export function GrantDialog(props: {
  email: string
  deviceName: string
  grant: Grant
  namesOf: (ids: readonly string[]) => string
  proofFor: (wanted: WantedProof) => ReactNode
  onClose: () => void
}) {
  const { email, grant, onClose } = props
  const { t } = useTranslation()
  const update = useRoleUpdate(t('people.changed'), () => {})
  const taking = useRoleCall({
    send: (roles: readonly Role[]) => revoke(roles, email),
    doneText: () => t('people.takenBack', { email }),
    onEnd: onClose,
  })
  if (update.wanted !== null) return props.proofFor(update.wanted)
  return (
    <Dialog
      open
      title={props.deviceName}
      text={<bdi>{email}</bdi>}
      onCancel={onClose}
      actions={
        <>
          <Button variant="danger-text" loading={taking.isSending} onClick={() => taking.send(grant.roles)}>
            {t('people.takeBack')}
          </Button>
          <Button variant="primary" onClick={onClose}>
            {t('people.close')}
          </Button>
        </>
      }
    >
      {grant.roles.map((role) => (
        <RoleTerms
          key={role.id}
          {...props}
          role={role}
          isBusy={update.isSending}
          onLevel={(level) => update.send(withLevel(role, level, pageNow()))}
        />
      ))}
    </Dialog>
  )
}

function RoleTerms(props: {
  role: Role
  email: string
  namesOf: (ids: readonly string[]) => string
  isBusy: boolean
  onLevel: (level: Level) => void
}) {
  const { role, email } = props
  const { t } = useTranslation()
  const tag = formatTag(currentLanguage())
  const now = useMinute()
  const level = levelOf(role.permissions)
  const others = role.users.map((user) => user.email).filter((one) => one !== email)
  return (
    <section className={styles.terms} aria-label={role.name} aria-busy={props.isBusy}>
      <div className={styles.termsHead}>
        <h3 className={styles.roleName}>
          <bdi>{role.name}</bdi>
        </h3>
        <ButtonLink variant="quiet" icon="pencil" to={`/people/edit?${new URLSearchParams({ id: role.id })}`}>
          {t('people.edit')}
        </ButtonLink>
      </div>
      <ChoiceChips
        label={t('roleForm.level')}
        value={level}
        options={LEVELS.map((value) => ({ value, label: t(`people.level.${value}`) }))}
        onChange={(chosen) => {
          if (!props.isBusy) props.onLevel(chosen)
        }}
      />
      <p className={styles.line}>{validityWords(role, now, tag, t)}</p>
      {hoursWords(role, tag, t).map((line) => (
        <p key={line} className={styles.line}>
          {line}
        </p>
      ))}
      {isHandOver(level) && (
        <p className={styles.note}>{t('roleForm.error.handOver', { days: LIMITS.HAND_OVER_MAX_DAYS })}</p>
      )}
      <p className={styles.note}>
        {[
          t('people.alsoFor', { devices: props.namesOf(role.devices) }),
          ...(others.length > 0 ? [t('people.alsoTo', { people: others.join(', ') })] : []),
        ].join(' ')}
      </p>
    </section>
  )
}
