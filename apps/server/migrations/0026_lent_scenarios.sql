--> statement-breakpoint
-- Whose devices they are for; the devices of a scenario have one owner.
UPDATE "scenarios" s SET "manager_id" = d."owner_id"
FROM (
  SELECT t."scenario_id", t."device_id" FROM "scenario_targets" t
  UNION
  SELECT g."scenario_id", m."device_id" FROM "scenario_groups" g JOIN "group_devices" m ON m."group_id" = g."group_id"
) used
JOIN "devices" d ON d."id" = used."device_id"
WHERE used."scenario_id" = s."id" AND d."owner_id" IS NOT NULL AND d."owner_id" <> s."account_id";
