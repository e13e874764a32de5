import type { Role } from '@senca/contract/people'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { formatTag } from '#i18n/format-tag.ts'
import { currentLanguage } from '#i18n/language.ts'
import { weekdayMoment } from '#i18n/moments.ts'
import { IconButton, IconLink } from '#ui/controls/icon-button.tsx'
import { ConfirmDialog } from '#ui/feedback/dialog.tsx'
import { useMinute } from '#ui/layout/use-minute.ts'
import { levelOf } from '../levels.ts'
import cardStyles from '../people.module.css'
import { hoursWords, validityWords } from '../role-words.ts'
import { rolesApi } from '../roles.api.ts'
import { unlessGone, useRoleCall } from '../use-role-change.ts'

/** The roles that the account has given, each with its details and actions. */
export function RoleCards(props: { roles: readonly Role[]; namesOf: (ids: readonly string[]) => string }) {
  const { t } = useTranslation()
  const [toDelete, setToDelete] = useState<Role | null>(null)
  const removal = useRoleCall({
    send: (role: Role) => unlessGone(rolesApi.remove(role.id)),
    doneText: (role) => t('people.deleted', { name: role.name }),
    onEnd: () => setToDelete(null),
  })
  return (
    <>
      <ul className={cardStyles.cards}>
        {props.roles.map((role) => (
          <RoleCard
            key={role.id}
            role={role}
            devices={props.namesOf(role.devices)}
            onDelete={() => setToDelete(role)}
          />
        ))}
      </ul>
      <ConfirmDialog
        open={toDelete !== null}
        danger
        title={t('people.deleteDialog.title')}
        text={t('people.deleteDialog.text', { name: toDelete?.name ?? '' })}
        cancelLabel={t('dialog.cancel')}
        confirmLabel={t('people.deleteDialog.confirm')}
        loading={removal.isSending}
        onCancel={() => setToDelete(null)}
        onConfirm={() => toDelete !== null && removal.send(toDelete)}
      />
    </>
  )
}

function RoleCard({ role, devices, onDelete }: { role: Role; devices: string; onDelete: () => void }) {
  const { t } = useTranslation()
  const tag = formatTag(currentLanguage())
  const now = useMinute()
  const { name } = role
  const lastUsed = role.users
    .map(({ lastUsedAt }) => lastUsedAt)
    .filter((at) => at !== null)
    .sort()
    .at(-1)
  return (
    <li className={cardStyles.card} data-state={role.state}>
      <div className={cardStyles.head}>
        <h3 className={cardStyles.name}>
          <bdi>{name}</bdi>
        </h3>
        <p className={cardStyles.state}>{t(`people.state.${role.state}`)}</p>
      </div>
      <p className={cardStyles.who}>
        {role.users.length === 0 ? t('people.nobody') : role.users.map(({ email }) => email).join(', ')}
      </p>
      <p className={cardStyles.line}>{t(`people.level.${levelOf(role.permissions)}`)}</p>
      <p className={cardStyles.devices}>{devices}</p>
      <p className={cardStyles.line}>{validityWords(role, now, tag, t)}</p>
      {hoursWords(role, tag, t).map((line) => (
        <p key={line} className={cardStyles.line}>
          {line}
        </p>
      ))}
      <p className={cardStyles.fact}>
        {lastUsed === undefined
          ? t('people.unused')
          : t('people.lastUsed', { when: weekdayMoment(new Date(lastUsed), tag) })}
      </p>
      <div className={cardStyles.keys}>
        {role.permissions.includes('maintain') && (
          <IconLink
            icon="history"
            label={t('people.reportNamed', { name })}
            to={`/people/report?${new URLSearchParams({ id: role.id })}`}
          />
        )}
        <IconLink
          icon="pencil"
          label={t('people.editNamed', { name })}
          to={`/people/edit?${new URLSearchParams({ id: role.id })}`}
        />
        <IconButton icon="trash" label={t('people.deleteNamed', { name })} onClick={onDelete} />
      </div>
    </li>
  )
}
