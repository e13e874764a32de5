CREATE TABLE "facade_places" (
	"account_id" uuid NOT NULL,
	"device_id" text NOT NULL,
	"place" integer NOT NULL,
	"x" double precision NOT NULL,
	"y" double precision NOT NULL,
	"w" double precision NOT NULL,
	"h" double precision NOT NULL,
	CONSTRAINT "facade_places_account_id_device_id_pk" PRIMARY KEY("account_id","device_id")
);
--> statement-breakpoint
ALTER TABLE "facade_places" ADD CONSTRAINT "facade_places_account_id_accounts_id_fk" FOREIGN KEY ("account_id") REFERENCES "public"."accounts"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "facade_places" ADD CONSTRAINT "facade_places_device_id_devices_id_fk" FOREIGN KEY ("device_id") REFERENCES "public"."devices"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "facade_places_device_id" ON "facade_places" USING btree ("device_id");