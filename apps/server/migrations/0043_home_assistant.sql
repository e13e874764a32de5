CREATE TABLE "home_assistant_bridges" (
	"bridge_id" uuid PRIMARY KEY NOT NULL,
	"account_id" uuid NOT NULL,
	"broker" text NOT NULL
);
--> statement-breakpoint
CREATE TABLE "home_assistant_keys" (
	"bridge_id" uuid NOT NULL,
	"device_id" text NOT NULL,
	"key" text NOT NULL,
	CONSTRAINT "home_assistant_keys_bridge_id_device_id_pk" PRIMARY KEY("bridge_id","device_id")
);
--> statement-breakpoint
CREATE TABLE "home_assistant_leftovers" (
	"bridge_id" uuid PRIMARY KEY NOT NULL,
	"account_id" uuid NOT NULL
);
--> statement-breakpoint
CREATE TABLE "home_assistant_servers" (
	"id" text PRIMARY KEY NOT NULL
);
--> statement-breakpoint
ALTER TABLE "mqtt_logins" ADD COLUMN "bridge_id" uuid;--> statement-breakpoint
ALTER TABLE "mqtt_logins" ADD COLUMN "valid_until" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "home_assistant_bridges" ADD CONSTRAINT "home_assistant_bridges_bridge_id_bridges_id_fk" FOREIGN KEY ("bridge_id") REFERENCES "public"."bridges"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "home_assistant_bridges" ADD CONSTRAINT "home_assistant_bridges_account_id_accounts_id_fk" FOREIGN KEY ("account_id") REFERENCES "public"."accounts"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "home_assistant_keys" ADD CONSTRAINT "home_assistant_keys_bridge_id_bridges_id_fk" FOREIGN KEY ("bridge_id") REFERENCES "public"."bridges"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "home_assistant_keys" ADD CONSTRAINT "home_assistant_keys_device_id_devices_id_fk" FOREIGN KEY ("device_id") REFERENCES "public"."devices"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "home_assistant_leftovers" ADD CONSTRAINT "home_assistant_leftovers_account_id_accounts_id_fk" FOREIGN KEY ("account_id") REFERENCES "public"."accounts"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "home_assistant_bridges_account_id_broker" ON "home_assistant_bridges" USING btree ("account_id","broker");--> statement-breakpoint
ALTER TABLE "mqtt_logins" ADD CONSTRAINT "mqtt_logins_bridge_id_bridges_id_fk" FOREIGN KEY ("bridge_id") REFERENCES "public"."bridges"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "mqtt_logins_bridge_id" ON "mqtt_logins" USING btree ("bridge_id");--> statement-breakpoint
CREATE INDEX "mqtt_logins_valid_until" ON "mqtt_logins" USING btree ("valid_until");