/**
 * Tables that are not part of a backup, with the reason. All other tables of the schema `public` are. The data of a table here
 * must not be needed after a restore, and no table in the backup may refer to it.
 */
export const LEFT_OUT_TABLES: Record<string, string> = {
  sessions: 'everybody logs in again: a stolen backup opens no session',
  session_tokens: 'they end with their session',
  sign_in_states: 'logins that wait for a second factor are begun again',
  setup_codes: 'they live for half an hour',
  approvals: 'they live for a minute',
  webhook_deliveries: 'after a restore they would be sent once more, much later',
  unlock_challenges: 'they belong to a session and live for minutes',
  weather_places: 'providers are asked again for what scenarios and pages need',
  weather_readings: 'they are minutes old at most',
  warning_feeds: 'the feed is read again from its beginning',
  weather_warnings: 'they are read again; what they raised ends by its time',
  netatmo_links:
    'each renewal ends the tokens before it, so that those of a backup open nothing: people connect Netatmo again',
  netatmo_states: 'they live for minutes',
  matter_keepers: 'the instances that had the fabrics are gone',
  clock_marks: 'the clock of the machine that restores it is another one',
  device_link_tokens: 'guest pages fetch a new websocket token',
}

/** Schemas that are not part of a backup, with the reason. */
export const LEFT_OUT_SCHEMAS: Record<string, string> = {
  drizzle: 'the migrations that a restore runs write it',
  graphile_worker: 'the queue: all that waits in it is found again from our own tables',
}
