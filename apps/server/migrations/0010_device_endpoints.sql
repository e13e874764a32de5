CREATE TABLE "endpoints" (
	"driver" text NOT NULL,
	"address" text NOT NULL,
	"device_id" text NOT NULL,
	"secret_hash" text,
	"claim_code_hash" text,
	"version" smallint,
	"firmware" text,
	CONSTRAINT "endpoints_driver_address_pk" PRIMARY KEY("driver","address"),
	CONSTRAINT "endpoints_claim_code_hash_unique" UNIQUE("claim_code_hash")
);
--> statement-breakpoint
INSERT INTO "endpoints" ("driver", "address", "device_id", "secret_hash", "claim_code_hash", "version", "firmware")
	SELECT 'senca', "id", "id", "secret_hash", "claim_code_hash", "version", "firmware" FROM "devices";--> statement-breakpoint
ALTER TABLE "endpoints" ADD CONSTRAINT "endpoints_device_id_devices_id_fk" FOREIGN KEY ("device_id") REFERENCES "public"."devices"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "endpoints_device_id" ON "endpoints" USING btree ("device_id");--> statement-breakpoint
ALTER TABLE "device_shadows" ADD COLUMN "endpoints" jsonb DEFAULT '{}'::jsonb NOT NULL;--> statement-breakpoint
UPDATE "device_shadows" SET "endpoints" = jsonb_build_object('senca/' || "device_id", jsonb_build_object('capabilities', null,
	'counts', jsonb_build_object('totalRestarts', "total_restarts", 'totalStateUpdates', "total_state_updates")))
	WHERE "total_restarts" IS NOT NULL AND "total_state_updates" IS NOT NULL;--> statement-breakpoint
ALTER TABLE "device_shadows" DROP COLUMN "total_restarts";--> statement-breakpoint
ALTER TABLE "device_shadows" DROP COLUMN "total_state_updates";--> statement-breakpoint
ALTER TABLE "devices" DROP CONSTRAINT "devices_claim_code_hash_unique";--> statement-breakpoint
ALTER TABLE "devices" DROP COLUMN "secret_hash";--> statement-breakpoint
ALTER TABLE "devices" DROP COLUMN "claim_code_hash";--> statement-breakpoint
ALTER TABLE "devices" DROP COLUMN "version";--> statement-breakpoint
ALTER TABLE "devices" DROP COLUMN "firmware";
