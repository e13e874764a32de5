CREATE TABLE "pins" (
	"account_id" uuid NOT NULL,
	"pinned_id" text NOT NULL,
	"place" integer NOT NULL,
	CONSTRAINT "pins_account_id_pinned_id_pk" PRIMARY KEY("account_id","pinned_id")
);
--> statement-breakpoint
CREATE TABLE "preferences" (
	"account_id" uuid PRIMARY KEY NOT NULL,
	"density" text,
	"units" text
);
--> statement-breakpoint
CREATE TABLE "room_devices" (
	"account_id" uuid NOT NULL,
	"device_id" text NOT NULL,
	"room_id" uuid NOT NULL,
	"place" integer NOT NULL,
	CONSTRAINT "room_devices_account_id_device_id_pk" PRIMARY KEY("account_id","device_id")
);
--> statement-breakpoint
CREATE TABLE "rooms" (
	"id" uuid PRIMARY KEY NOT NULL,
	"account_id" uuid NOT NULL,
	"name" text NOT NULL,
	"name_key" text NOT NULL,
	"place" integer NOT NULL
);
--> statement-breakpoint
ALTER TABLE "pins" ADD CONSTRAINT "pins_account_id_accounts_id_fk" FOREIGN KEY ("account_id") REFERENCES "public"."accounts"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "preferences" ADD CONSTRAINT "preferences_account_id_accounts_id_fk" FOREIGN KEY ("account_id") REFERENCES "public"."accounts"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "room_devices" ADD CONSTRAINT "room_devices_device_id_devices_id_fk" FOREIGN KEY ("device_id") REFERENCES "public"."devices"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "room_devices" ADD CONSTRAINT "room_devices_room_id_rooms_id_fk" FOREIGN KEY ("room_id") REFERENCES "public"."rooms"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "rooms" ADD CONSTRAINT "rooms_account_id_accounts_id_fk" FOREIGN KEY ("account_id") REFERENCES "public"."accounts"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "pins_pinned_id" ON "pins" USING btree ("pinned_id");--> statement-breakpoint
CREATE INDEX "room_devices_device_id" ON "room_devices" USING btree ("device_id");--> statement-breakpoint
CREATE INDEX "room_devices_room_id" ON "room_devices" USING btree ("room_id");--> statement-breakpoint
CREATE UNIQUE INDEX "rooms_account_id_name_key" ON "rooms" USING btree ("account_id","name_key");