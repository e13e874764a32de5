CREATE TABLE "transfers" (
	"device_id" text PRIMARY KEY NOT NULL,
	"giver_id" uuid NOT NULL,
	"receiver_id" uuid NOT NULL,
	"token_hash" text NOT NULL,
	"created_at" timestamp with time zone NOT NULL,
	"expires_at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
ALTER TABLE "transfers" ADD CONSTRAINT "transfers_device_id_devices_id_fk" FOREIGN KEY ("device_id") REFERENCES "public"."devices"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "transfers" ADD CONSTRAINT "transfers_giver_id_accounts_id_fk" FOREIGN KEY ("giver_id") REFERENCES "public"."accounts"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "transfers" ADD CONSTRAINT "transfers_receiver_id_accounts_id_fk" FOREIGN KEY ("receiver_id") REFERENCES "public"."accounts"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "transfers_giver_id" ON "transfers" USING btree ("giver_id");--> statement-breakpoint
CREATE INDEX "transfers_receiver_id" ON "transfers" USING btree ("receiver_id");--> statement-breakpoint
CREATE INDEX "transfers_token_hash" ON "transfers" USING btree ("token_hash");--> statement-breakpoint
CREATE INDEX "transfers_expires_at" ON "transfers" USING btree ("expires_at");