ALTER TABLE "scenarios" ADD COLUMN "manager_id" uuid;--> statement-breakpoint
ALTER TABLE "scenarios" ADD CONSTRAINT "scenarios_manager_id_accounts_id_fk" FOREIGN KEY ("manager_id") REFERENCES "public"."accounts"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "scenarios_manager_id" ON "scenarios" USING btree ("manager_id");--> statement-breakpoint
-- Whose devices they are for; the devices of a scenario have one owner.
UPDATE "scenarios" s SET "manager_id" = d."owner_id"
FROM (
  SELECT t."scenario_id", t."device_id" FROM "scenario_targets" t
  UNION
  SELECT g."scenario_id", m."device_id" FROM "scenario_groups" g JOIN "group_devices" m ON m."group_id" = g."group_id"
) used
JOIN "devices" d ON d."id" = used."device_id"
WHERE used."scenario_id" = s."id" AND d."owner_id" IS NOT NULL AND d."owner_id" <> s."account_id";
