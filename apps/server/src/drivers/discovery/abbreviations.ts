import { isJsonObject, type JsonObject } from '../entities/json-object.ts'

/** The short names of Home Assistant's options, as far as they concern the kinds that are read. */
const OPTIONS: ReadonlyMap<string, string> = new Map(
  Object.entries({
    avty: 'availability',
    avty_mode: 'availability_mode',
    avty_t: 'availability_topic',
    avty_tpl: 'availability_template',
    bri_cmd_t: 'brightness_command_topic',
    bri_cmd_tpl: 'brightness_command_template',
    bri_scl: 'brightness_scale',
    bri_stat_t: 'brightness_state_topic',
    bri_tpl: 'brightness_template',
    bri_val_tpl: 'brightness_value_template',
    cmd_off_tpl: 'command_off_template',
    cmd_on_tpl: 'command_on_template',
    cmd_t: 'command_topic',
    cmd_tpl: 'command_template',
    cmps: 'components',
    cod_form: 'code_format',
    def_ent_id: 'default_entity_id',
    dev: 'device',
    dev_cla: 'device_class',
    e: 'encoding',
    en: 'enabled_by_default',
    ent_cat: 'entity_category',
    exp_aft: 'expire_after',
    ic: 'icon',
    json_attr_t: 'json_attributes_topic',
    json_attr_tpl: 'json_attributes_template',
    migr_discvry: 'migrate_discovery',
    o: 'origin',
    obj_id: 'object_id',
    off_dly: 'off_delay',
    on_cmd_type: 'on_command_type',
    opt: 'optimistic',
    p: 'platform',
    pl_avail: 'payload_available',
    pl_cls: 'payload_close',
    pl_lock: 'payload_lock',
    pl_not_avail: 'payload_not_available',
    pl_off: 'payload_off',
    pl_on: 'payload_on',
    pl_open: 'payload_open',
    pl_rst: 'payload_reset',
    pl_stop: 'payload_stop',
    pl_stop_tilt: 'payload_stop_tilt',
    pl_unlk: 'payload_unlock',
    pos_clsd: 'position_closed',
    pos_open: 'position_open',
    pos_t: 'position_topic',
    pos_tpl: 'position_template',
    ret: 'retain',
    set_pos_t: 'set_position_topic',
    set_pos_tpl: 'set_position_template',
    stat_closing: 'state_closing',
    stat_clsd: 'state_closed',
    stat_jam: 'state_jammed',
    stat_locked: 'state_locked',
    stat_locking: 'state_locking',
    stat_off: 'state_off',
    stat_on: 'state_on',
    stat_open: 'state_open',
    stat_opening: 'state_opening',
    stat_stopped: 'state_stopped',
    stat_t: 'state_topic',
    stat_tpl: 'state_template',
    stat_unlocked: 'state_unlocked',
    stat_unlocking: 'state_unlocking',
    stat_val_tpl: 'state_value_template',
    sup_clrm: 'supported_color_modes',
    t: 'topic',
    tilt_clsd_val: 'tilt_closed_value',
    tilt_cmd_t: 'tilt_command_topic',
    tilt_cmd_tpl: 'tilt_command_template',
    tilt_max: 'tilt_max',
    tilt_min: 'tilt_min',
    tilt_opnd_val: 'tilt_opened_value',
    tilt_opt: 'tilt_optimistic',
    tilt_status_t: 'tilt_status_topic',
    tilt_status_tpl: 'tilt_status_template',
    uniq_id: 'unique_id',
    val_tpl: 'value_template',
  }),
)

const DEVICE_OPTIONS: ReadonlyMap<string, string> = new Map(
  Object.entries({
    cns: 'connections',
    cu: 'configuration_url',
    hw: 'hw_version',
    ids: 'identifiers',
    mdl: 'model',
    mdl_id: 'model_id',
    mf: 'manufacturer',
    sa: 'suggested_area',
    sn: 'serial_number',
    sw: 'sw_version',
  }),
)

const ORIGIN_OPTIONS: ReadonlyMap<string, string> = new Map(
  Object.entries({ sw: 'sw_version', url: 'support_url' }),
)

const renamed = (options: JsonObject, names: ReadonlyMap<string, string>): Record<string, unknown> =>
  Object.fromEntries(Object.entries(options).map(([key, value]) => [names.get(key) ?? key, value]))

const renamedIn = (value: unknown, names: ReadonlyMap<string, string>): unknown =>
  isJsonObject(value) ? renamed(value, names) : value

/** Writes out the short names of an announcement, of its availability, its device and its origin. */
export function writeOut(options: JsonObject): Record<string, unknown> {
  const full = renamed(options, OPTIONS)
  if ('availability' in full) {
    full.availability = Array.isArray(full.availability)
      ? full.availability.map((entry) => renamedIn(entry, OPTIONS))
      : renamedIn(full.availability, OPTIONS)
  }
  if ('device' in full) full.device = renamedIn(full.device, DEVICE_OPTIONS)
  if ('origin' in full) full.origin = renamedIn(full.origin, ORIGIN_OPTIONS)
  return full
}

/** Replaces `~` at the start and at the end of each option that is a topic. */
export function withBase(options: JsonObject, base: string): Record<string, unknown> {
  const expanded = (key: string, value: unknown): unknown => {
    if (typeof value !== 'string' || !key.endsWith('topic')) return value
    const started = value.startsWith('~') ? base + value.slice(1) : value
    return value.length > 1 && started.endsWith('~') ? started.slice(0, -1) + base : started
  }
  const inAll = (value: unknown): unknown =>
    isJsonObject(value)
      ? Object.fromEntries(Object.entries(value).map(([key, inner]) => [key, expanded(key, inner)]))
      : value
  return Object.fromEntries(
    Object.entries(options).map(([key, value]) => {
      if (key !== 'availability') return [key, expanded(key, value)]
      return [key, Array.isArray(value) ? value.map(inAll) : inAll(value)]
    }),
  )
}
